export const explainStrings = {};
