/** The check beside the page: one job, then it is ended. */
import { run, type FromCheck, type Job } from "./job.js";

const post = (message: FromCheck): void => postMessage(message);
addEventListener("message", ({ data }: MessageEvent<Job>) => run(data, post));
