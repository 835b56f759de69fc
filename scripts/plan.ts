// `npm run -s plan -- --batch 512 --budget 6MiB`: see planHelp.
import { DEFAULT_LIMITS } from '../src/engine/device/default-limits.ts';
import { planTraining } from '../src/engine/planning/plan-training.ts';
import { planArguments, planHelp } from './plan/plan-arguments.ts';
import { planJson } from './plan/plan-json.ts';
import { planTable } from './plan/plan-table.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  const args = planArguments(argv, DEFAULT_LIMITS);
  switch (args.type) {
    case 'help':
      console.log(planHelp());
      return 0;
    case 'bad':
      console.error(args.problems.join('\n'));
      return 1;
    case 'plan': {
      const report = await planTraining(args.config, args.limits);
      console.log(args.json ? JSON.stringify(planJson(report), undefined, 2) : planTable(report));
      return report.verdict === 'fits' ? 0 : 2;
    }
    default:
      return args satisfies never;
  }
}
