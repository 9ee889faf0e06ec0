/** The notebooks' own servers, started in a folder of the test, with settings of their own. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { root } from "../e2e/files.js";

/** Where `npm run notebooks` has installed them. */
export const installed = join(root, "target/notebooks");

/** An empty folder for the notebooks of a test. */
export function folder(name: string): string {
  const path = join(installed, "work", name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

/** Variables by which a notebook's server reads and writes no settings but those below `home`. */
function apart(home: string): NodeJS.ProcessEnv {
  const names = ["JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_SETTINGS_DIR", "IPYTHONDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"];
  return { ...process.env, PYTHONPATH: "", ...Object.fromEntries(names.map((name) => [name, join(home, ".settings", name.toLowerCase())])) };
}

/** Writes settings of JupyterLab, by plugin. */
export function settings(home: string, plugins: Record<string, object>): void {
  for (const [plugin, said] of Object.entries(plugins)) {
    const path = join(home, ".settings/jupyterlab_settings_dir", `${plugin}.jupyterlab-settings`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(said));
  }
}

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "localhost", ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Starts a program of the environment that serves a folder; `url` ends with a slash. */
export async function serve(home: string, program: string, args: (port: number) => string[]): Promise<{ url: string; stop: () => void }> {
  const port = await freePort();
  const child = spawn(join(installed, "bin", program), args(port), { cwd: home, env: apart(home), stdio: ["ignore", "pipe", "pipe"], detached: true });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
  // It starts kernels: they end with its group.
  const stop = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
  };
  const url = `http://localhost:${port}/`;
  for (let tries = 0; ; tries += 1) {
    if (await fetch(url).then(({ ok }) => ok, () => false)) return { url, stop };
    if (tries === 240 || child.exitCode !== null) {
      stop();
      throw new Error(`${program} did not answer:\n${said.slice(-2000)}`);
    }
    await new Promise((later) => setTimeout(later, 250));
  }
}

/** Runs a program of the environment to its end. */
export function run(home: string, program: string, args: string[]): void {
  const { status, stderr } = spawnSync(join(installed, "bin", program), args, { cwd: home, env: apart(home), encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${stderr.slice(-2000)}`);
}
