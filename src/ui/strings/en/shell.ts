export const shellStrings = {};
