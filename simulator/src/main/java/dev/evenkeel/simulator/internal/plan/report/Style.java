package dev.evenkeel.simulator.internal.plan.report;

/** How the page looks, in light and dark, narrow and wide, and on paper. */
final class Style {
  static final String CSS =
      """
      :root {
        color-scheme: light dark;
        --page: #fcfcfa; --ink: #1b1f24; --soft: #59616b; --line: #dcdfe2; --well: #f1f2f0;
        --accepted: #3f80b8; --throttled: #d9812f;
        --h1: #d9e5ee; --h2: #b4cfe2; --h3: #86b3d3; --h4: #5896c2;
        --h5: #cf7526; --h6: #ab4f1d; --h7: #7d2f1c; --h8: #471314;
      }
      @media (prefers-color-scheme: dark) {
        :root {
          --page: #14171a; --ink: #e8eaec; --soft: #a0a8b1; --line: #333a41; --well: #1d2226;
          --accepted: #4a8cc4; --throttled: #e8a150;
          --h1: #203344; --h2: #24455f; --h3: #29597e; --h4: #3573a3;
          --h5: #d98a3d; --h6: #e9a85a; --h7: #f5c987; --h8: #fdecc8;
        }
      }
      * { box-sizing: border-box; }
      body {
        margin: 0 auto; padding: 2.5rem 1.25rem 3rem; max-width: 72rem;
        background: var(--page); color: var(--ink);
        font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
        font-variant-numeric: tabular-nums;
      }
      h1 { margin: 0; font-size: clamp(1.5rem, 1.1rem + 1.8vw, 2.25rem); line-height: 1.2; font-weight: 650;
        letter-spacing: -0.015em; text-wrap: balance; overflow-wrap: anywhere; }
      h2 { margin: 3rem 0 0.25rem; font-size: 1.25rem; line-height: 1.3; font-weight: 650; }
      p { margin: 0.25rem 0 0; max-width: 46rem; }
      .kicker, .soft, figcaption span, caption { color: var(--soft); }
      .kicker { margin: 0 0 0.5rem; font-size: 0.875rem; }
      .lede { margin-top: 0.75rem; font-size: 1.125rem; }
      table { border-collapse: collapse; width: 100%; }
      caption { text-align: left; font-size: 0.875rem; padding-bottom: 0.25rem; }
      th, td { padding: 0.4rem 0 0.4rem 1rem; text-align: right; vertical-align: baseline;
        border-top: 1px solid var(--line); font-weight: 400; }
      th:first-child, td:first-child { padding-left: 0; text-align: left; }
      thead th { border-top: 0; color: var(--soft); font-size: 0.875rem; }
      th.key { overflow-wrap: anywhere; }
      .sums { margin-top: 1.5rem; }
      .sums td b { font-weight: 650; }
      .sums .main td b { font-size: clamp(1.75rem, 1.2rem + 2.6vw, 2.75rem); line-height: 1.1; letter-spacing: -0.02em; }
      .sums td small { display: block; color: var(--soft); font-size: 0.875rem; }
      .scroll { overflow-x: auto; }
      .pair { display: grid; grid-template-columns: 1fr; gap: 1.5rem 2.5rem; margin-top: 1rem; }
      @media (min-width: 46rem) { .pair { grid-template-columns: 1fr 1fr; } }
      figure { margin: 0; min-width: 0; break-inside: avoid; }
      figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin-bottom: 0.5rem; }
      figcaption b { font-weight: 650; }
      figcaption span { font-size: 0.875rem; }
      .plot { position: relative; padding: 0 0 1.75rem 3.75rem; }
      .shapes { display: block; width: 100%; height: 13rem; background: var(--well); }
      .heat .shapes { height: 21rem; shape-rendering: crispEdges; }
      .y { position: absolute; left: 0; top: 0; bottom: 1.75rem; width: 3.25rem; }
      .y span { position: absolute; right: 0; transform: translateY(50%); }
      .x { position: absolute; left: 3.75rem; right: 0; bottom: 0; height: 1.4rem; }
      .x span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
      .x .first { transform: none; }
      .x .last { transform: translateX(-100%); }
      .x span, .y span { font-size: 0.8125rem; line-height: 1.2; color: var(--soft); }
      .accepted { fill: var(--accepted); } .throttled { fill: var(--throttled); }
      .grid { stroke: var(--ink); stroke-opacity: 0.14; vector-effect: non-scaling-stroke; fill: none; }
      .part { stroke: var(--page); vector-effect: non-scaling-stroke; fill: none; }
      .h1 { fill: var(--h1); } .h2 { fill: var(--h2); } .h3 { fill: var(--h3); } .h4 { fill: var(--h4); }
      .h5 { fill: var(--h5); } .h6 { fill: var(--h6); } .h7 { fill: var(--h7); } .h8 { fill: var(--h8); }
      .legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin-top: 0.75rem; font-size: 0.875rem; color: var(--soft); }
      .legend i { display: inline-block; width: 0.9rem; height: 0.9rem; margin-right: 0.4rem; vertical-align: -0.1rem; }
      i.accepted { background: var(--accepted); } i.throttled { background: var(--throttled); }
      .scale { position: relative; display: flex; width: 22rem; max-width: 100%; padding-bottom: 1.5rem; }
      .legend .scale i { flex: 1; margin: 0; }
      .scale span { position: absolute; bottom: 0; transform: translateX(-50%); }
      i.h1 { background: var(--h1); } i.h2 { background: var(--h2); } i.h3 { background: var(--h3); } i.h4 { background: var(--h4); }
      i.h5 { background: var(--h5); } i.h6 { background: var(--h6); } i.h7 { background: var(--h7); } i.h8 { background: var(--h8); }
      dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: 0.35rem 1.5rem; margin: 0.75rem 0 0; max-width: 46rem; }
      dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
      ul { margin: 0.5rem 0 0; padding-left: 1.1rem; max-width: 46rem; }
      li { margin-top: 0.3rem; }
      details { margin-top: 1.5rem; } summary { cursor: pointer; font-weight: 650; }
      details table { margin-top: 0.75rem; font-size: 0.875rem; min-width: 46rem; }
      @media (max-width: 30rem) {
        body { padding: 1.5rem 1rem 2rem; }
        .x span:nth-child(even):not(.last) { display: none; }
        .heat .shapes { height: 17rem; } .shapes { height: 11rem; }
        th, td { padding-left: 0.6rem; }
        dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.5rem; }
      }
      @media print {
        :root { color-scheme: light; }
        body { padding: 0; max-width: none; font-size: 10pt; }
        .pair { grid-template-columns: 1fr 1fr; gap: 1rem; }
        .shapes, i { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        h2 { break-after: avoid; } tr { break-inside: avoid; }
      }
      """;

  private Style() {}
}
