/** The check beside the page: one job, then it is ended. */
import { serve } from "./job.js";

serve();
