/**
 * Lets nothing leave the site: code, workers, data and connections come from the page's own origin alone.
 *
 * A policy in a `<meta>` tag covers the page only. A dedicated worker loaded over the network takes the policy of its own
 * response, not that of the page which started it (HTML, "run a worker"; only `blob:` and `data:` workers inherit, and
 * `worker-src 'self'` refuses those). So the servers of this project send the same text as a header with every file, and a
 * host that serves `dist` should do so as well; where it cannot, the page is still covered by its tag, the worker is not.
 *
 * `'unsafe-inline'` for styles: Mantine and Recharts set style elements and attributes at run time. Scripts are never inline,
 * and nothing needs `eval`.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
