export const WEATHER_TOOLS = ['budget', 'ramp', 'spike', 'lost', 'fail', 'erase'] as const;
/** What the pointer does to the picture of the weather. */
export type WeatherTool = (typeof WEATHER_TOOLS)[number];
