document.body.append("Espalier");
