// Nothing is asked of other places: no font, no icon.
export default { title: "observable", root: "src", output: "dist", pages: [], search: false, pager: false, toc: false, globalStylesheets: [], head: '<link rel="icon" href="data:,">' };
