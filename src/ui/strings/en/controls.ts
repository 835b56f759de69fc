export const controlStrings = {};
