import { describe, expect, it } from 'vitest';
import { installWays } from '../../../../scripts/setup/install-chromium.mjs';

const labels = (distribution: string, isRoot: boolean) =>
  installWays({ distribution, isRoot }, '/project').map((way) => way.map((step) => step.label));

const APT = ['apt-get update', 'apt-get install chromium'];
const PLAYWRIGHT = ['playwright install chromium'];

describe('installWays', () => {
  it("takes Debian's own package first, as root", () => {
    expect(labels('debian', true)).toEqual([APT, PLAYWRIGHT]);
  });

  it("takes Playwright's download first on Ubuntu, whose package is a snap", () => {
    expect(labels('ubuntu', true)).toEqual([PLAYWRIGHT, APT]);
  });

  it('never calls apt-get without root or on another system', () => {
    expect(labels('debian', false)).toEqual([PLAYWRIGHT]);
    expect(labels('fedora', true)).toEqual([PLAYWRIGHT]);
    expect(labels('', false)).toEqual([PLAYWRIGHT]);
  });

  it('lets apt-get ask nothing', () => {
    const [apt] = installWays({ distribution: 'debian', isRoot: true }, '/project');
    expect(apt?.map((step) => step.env)).toEqual(APT.map(() => ({ DEBIAN_FRONTEND: 'noninteractive' })));
    expect(apt?.[1]?.args).toContain('-y');
  });
});
