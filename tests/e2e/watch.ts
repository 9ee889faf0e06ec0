/** Events that must never happen on a page: console errors, uncaught errors, refused policies, requests after it has loaded. */
import { expect, type Page } from "@playwright/test";

export interface Watch {
  /** Addresses asked for so far. */
  readonly requests: string[];
  /** Complaints of the page so far. */
  readonly complaints: string[];
  /** From now on any request is a fault. */
  loaded(): void;
  /** Fails when anything that must not happen has happened. */
  quiet(): void;
}

/** To be called before the page navigates. */
export function watch(page: Page): Watch {
  const requests: string[] = [];
  const complaints: string[] = [];
  const late: string[] = [];
  let done = false;
  page.on("request", (request) => {
    requests.push(request.url());
    // A blob or data address is inside of the page.
    if (done && !/^(blob|data):/.test(request.url())) late.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("requestfailed", (request) => complaints.push(`request failed: ${request.url()}`));
  return {
    requests,
    complaints,
    loaded: () => (done = true),
    quiet: () => {
      expect(complaints).toEqual([]);
      expect(late, "no request after the page has loaded").toEqual([]);
    },
  };
}
