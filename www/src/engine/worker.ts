/** The worker: a responder that speaks by messages. */
import { serve } from "./responder.js";

// Where this is no worker, as on a server that renders a page, nothing is to be served.
if ("addEventListener" in globalThis) serve();
