/** Sentences about things that the page itself refuses: links, addresses, drawings. A part of its catalogue of words. English. */
export const refusals = {
  link: {
    version: (version: string) => `version ${version} of the link is not known to this page`,
    cut: "the part after # is cut off or changed",
    empty: "the link does not hold a state",
    field: (name: string) => `its field ${name} has a value that this page never writes`,
    noModel: "the link does not say which model it is about",
  },
  address: {
    answered: (status: string) => `the server answered ${status}`,
    silent: "nothing answered at this address, or it does not let this page read",
    right: (source: string) => `The address of a ${source} file on this site, or one that allows other sites to read it.`,
    notJson: (why: string) => `not a JSON document: ${why}`,
    schema: 'An object with "features".',
  },
  reach: {
    noBoxes: "the model\u2019s regions are no boxes",
    unconfirmed: "the model does not confirm a box",
  },
};
