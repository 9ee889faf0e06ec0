// The package finds its wasm beside itself: on the server it stays where it was installed.
export default { serverExternalPackages: ["espalier"] };
