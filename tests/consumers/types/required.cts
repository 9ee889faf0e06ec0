import espalier = require("espalier");

espalier.loadModel("stump.json").then((model) => model.info.classes.join());
