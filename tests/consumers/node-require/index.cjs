const espalier = require("espalier");
const { checker } = require("espalier/check");
require("espalier/element");

if (typeof checker !== "function") throw new Error("espalier/check has no checker");
import("./question.js")
  .then(({ ask }) => ask(espalier, "stump.json"))
  .then((found) => console.log(JSON.stringify(found)));
