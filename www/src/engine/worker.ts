/** The worker: a session that speaks by messages. */
import { serve } from "./session.js";

serve();
