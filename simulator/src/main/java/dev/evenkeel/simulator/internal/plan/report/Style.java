package dev.evenkeel.simulator.internal.plan.report;

/** The style sheet for light, dark, narrow, wide and print. */
final class Style {
  private static final String PAGE =
      """
      :root {
        color-scheme: light dark;
        --page: #fcfcfa; --ink: #1b1f24; --soft: #59616b; --line: #dcdfe2; --well: #f1f2f0;
        --accepted: #1f5f94; --throttled: #c2701f;
      }
      @media (prefers-color-scheme: dark) {
        :root {
          --page: #14171a; --ink: #e8eaec; --soft: #a0a8b1; --line: #333a41; --well: #1d2226;
          --accepted: #4187c0; --throttled: #b9803f;
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
      th, td { padding: 0.4rem 0 0.4rem 1rem; text-align: right; vertical-align: baseline; white-space: nowrap;
        border-top: 1px solid var(--line); font-weight: 400; }
      th:first-child, td:first-child { padding-left: 0; text-align: left; }
      thead th, thead td { border-top: 0; } thead th { color: var(--soft); font-size: 0.875rem; }
      th { white-space: normal; } .key { overflow-wrap: anywhere; white-space: normal; }
      .sums { margin-top: 1.5rem; } .sums, .short { max-width: 46rem; }
      .sums td b { font-weight: 650; }
      .sums .main td b { font-size: clamp(1.75rem, 1.2rem + 2.6vw, 2.75rem); line-height: 1.1; letter-spacing: -0.02em; }
      .sums td small { display: block; color: var(--soft); font-size: 0.875rem; white-space: normal; }
      .scroll { overflow-x: auto; }
      .pair { display: grid; grid-template-columns: 1fr; gap: 1.5rem 2.5rem; margin-top: 1rem; }
      @media (min-width: 46rem) { .pair { grid-template-columns: 1fr 1fr; } }
      figure { margin: 0; min-width: 0; break-inside: avoid; }
      figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin-bottom: 0.5rem; }
      figcaption b { font-weight: 650; }
      figcaption span { font-size: 0.875rem; }
      .plot { position: relative; padding: 0 0 1.75rem 4.25rem; }
      .shapes { display: block; width: 100%; height: 13rem; background: var(--well); }
      .heat .shapes { height: 21rem; shape-rendering: crispEdges; }
      .y { position: absolute; left: 0; top: 0; bottom: 1.75rem; width: 3.75rem; }
      .y span { position: absolute; right: 0; transform: translateY(50%); }
      .x { position: absolute; left: 4.25rem; right: 0; bottom: 0; height: 1.4rem; }
      .x span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
      .x .first { transform: none; }
      .x .last { transform: translateX(-100%); }
      .x span, .y span { font-size: 0.8125rem; line-height: 1.2; color: var(--soft); }
      .throttled { fill: var(--throttled); }
      .accepted { fill: var(--accepted); stroke: var(--page); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
      .grid { stroke: var(--ink); stroke-opacity: 0.14; vector-effect: non-scaling-stroke; fill: none; }
      .over { fill: var(--throttled); fill-opacity: 0.16; }
      .limit { stroke: var(--throttled); stroke-width: 1.5; vector-effect: non-scaling-stroke; fill: none; }
      path.line { fill: none; stroke-width: 2.5; vector-effect: non-scaling-stroke; }
      path.plain { stroke: var(--soft); stroke-dasharray: 6 4; } path.sharded { stroke: var(--ink); }
      .legend i.line { height: 0; border-top: 2.5px solid var(--ink); width: 1.6rem; vertical-align: 0.25rem; }
      .legend i.plain { border-top: 2.5px dashed var(--soft); }
      .single { margin-top: 1rem; }
      .part { stroke: var(--page); vector-effect: non-scaling-stroke; fill: none; }
      .legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin-top: 0.75rem; font-size: 0.875rem; color: var(--soft); }
      .legend i { display: inline-block; width: 0.9rem; height: 0.9rem; margin-right: 0.4rem; vertical-align: -0.1rem; }
      i.accepted { background: var(--accepted); } i.throttled { background: var(--throttled); }
      .scale { position: relative; display: flex; width: 24rem; max-width: 100%; padding-bottom: 1.5rem; }
      .legend .scale i { flex: 1; margin: 0; }
      .scale span { position: absolute; bottom: 0; transform: translateX(-50%); }
      .scale .first { transform: none; } .scale .last { transform: translateX(-100%); }
      dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: 0.35rem 1.5rem; margin: 0.75rem 0 0; max-width: 46rem; }
      dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
      ul { margin: 0.5rem 0 0; padding-left: 1.1rem; max-width: 46rem; }
      li { margin-top: 0.3rem; }
      details { margin-top: 1.5rem; } summary { cursor: pointer; font-weight: 650; }
      details table { margin-top: 0.75rem; font-size: 0.875rem; min-width: 46rem; }
      @media (max-width: 30rem) {
        body { padding: 1.5rem 1rem 2rem; }
        .x span:nth-last-child(even):not(.first) { display: none; }
        .heat .shapes { height: 17rem; } .shapes { height: 11rem; }
        th, td { padding-left: 0.6rem; }
        th.key { min-width: 5rem; } .scroll table, .scroll thead th { font-size: 0.8125rem; }
        .scroll td, .scroll thead th { padding-left: 0.35rem; } .scroll thead th:first-child { padding-left: 0; }
        th.key bdi { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; }
        dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.5rem; }
      }
      @media print {
        :root { color-scheme: light; --page: #fff; --ink: #000; --soft: #444; --line: #bbb; --well: #f1f2f0;
          --accepted: #1f5f94; --throttled: #c2701f; }
        body { padding: 0; max-width: none; font-size: 10pt; }
        .pair { grid-template-columns: 1fr 1fr; gap: 1rem; }
        .shapes, i { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        section, tr { break-inside: avoid; } h2 { break-after: avoid; }
      }
      """;

  /** All of it. */
  static final String CSS = PAGE + HeatScale.css();

  private Style() {}
}
