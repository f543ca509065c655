/// How the page looks: quiet, light or dark as the reader's system is, and a shopping list on paper.
///
/// Text has a contrast of 4.5 : 1 or more to its ground (WCAG 2.2 §1.4.3), check boxes and the rims of dots 3
/// : 1 (§1.4.11): a list's colour is mixed with that of the text, since lists are yellow, white and black
/// too. No text has a list's colour.
enum PageStyle {
  static let css = """
    :root{color-scheme:light dark;--paper:#f7f6f3;--card:#fff;--ink:#1f1f22;--soft:#64646b;--line:#e9e7e2;\
    --late:#b3261e;--pick:#eef3fb;--focus:#1a5fd0}
    @media (prefers-color-scheme:dark){:root{--paper:#151517;--card:#1e1e21;--ink:#ececef;--soft:#a6a6ae;\
    --line:#303036;--late:#ff8f86;--pick:#262d3a;--focus:#8ab4ff}}
    *{box-sizing:border-box}
    [hidden]{display:none!important}
    html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
    body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.45 system-ui,-apple-system,"Segoe UI",\
    Roboto,"Helvetica Neue","Noto Sans",sans-serif}
    .top,main{max-width:46rem;margin:0 auto;padding:0 1rem}
    .top{padding-top:2rem}
    h1,h2,h3,p,ul{margin:0;padding:0}
    h1{font-size:1.75rem;font-weight:650;letter-spacing:-.015em}
    .source{padding-top:1.25rem}
    .source>h2{font-size:.8125rem;font-weight:600;color:var(--soft);letter-spacing:.02em;margin:.75rem .25rem .6rem}
    .day{color:var(--soft);font-size:.875rem}.day:empty,#printed{display:none}
    ul{list-style:none}
    .part{content-visibility:auto;contain-intrinsic-height:auto 160rem}
    .tools{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin-top:1rem}
    html:not(.js) .tools{display:none}
    .tools input[type=search]{flex:1 1 14rem;min-width:0;font:inherit;color:inherit;background:var(--card);\
    border:1px solid var(--soft);border-radius:.6rem;padding:.5rem .75rem}
    .tools select,#clear{font:inherit;font-size:.9375rem;color:inherit;background:var(--card);border:1px solid var(--soft);\
    border-radius:.6rem;padding:.45rem .6rem;max-width:100%}
    .tools label.switch{display:flex;gap:.45rem;align-items:center;color:var(--soft);font-size:.9375rem;\
    padding:.3rem 0}
    .tools label.switch input{width:1.05rem;height:1.05rem;margin:0;accent-color:var(--focus)}
    .said{min-height:1.45em;margin-top:.35rem;color:var(--soft);font-size:.875rem}
    .jump{display:flex;flex-wrap:wrap;gap:.4rem;margin-top:.25rem}
    .jump a{display:flex;gap:.4rem;align-items:center;padding:.25rem .7rem .25rem .55rem;border-radius:1rem;\
    background:var(--card);border:1px solid var(--line);color:var(--ink);text-decoration:none;font-size:.875rem}
    .jump a:hover{border-color:var(--soft)}
    .jump span,.count{color:var(--soft);font-variant-numeric:tabular-nums}
    .dot{flex:none;width:.7rem;height:.7rem;border-radius:50%;background:var(--c,#8e8e93);border:1px solid var(--ring)}
    .list,li,.dot{--ring:color-mix(in srgb,var(--c,#8e8e93) 48%,var(--ink))}
    .grouped .jump,html:not(.grouped) .of,html:not(.grouped) .more.alone{display:none}
    .of{display:inline-flex;gap:.35rem;align-items:center}.of .dot{width:.55rem;height:.55rem}
    .list{background:var(--card);\
    border:1px solid var(--line);border-radius:.9rem;margin:0 0 1rem;overflow:clip}
    .head{display:flex;gap:.6rem;align-items:center;padding:.75rem 1rem .6rem}
    .head :is(h2,h3){font-size:1.0625rem;font-weight:620;min-width:0;overflow-wrap:anywhere}
    .head .count{margin-left:auto;font-size:.875rem;white-space:nowrap}
    .about{padding:0 1rem .6rem 2.3rem;color:var(--soft);font-size:.875rem}
    li{scroll-margin:5rem 0}
    .row{display:flex;gap:.7rem;align-items:flex-start;padding:.55rem 1rem .6rem;border-top:1px solid var(--line)}
    li li>.row{padding-left:2.85rem}li li li>.row{padding-left:4.7rem}li li li li>.row{padding-left:6.55rem}
    .row>div{min-width:0;flex:1}
    .row:hover{background:color-mix(in srgb,var(--pick) 45%,transparent)}
    html:not(.js) li:target>.row,li.picked>.row{background:var(--pick);box-shadow:inset 3px 0 var(--ring)}
    .box{appearance:none;flex:none;width:1.5rem;height:1.5rem;margin:0;border:1.6px solid var(--ring);\
    border-radius:50%;display:grid;place-items:center;background:none}
    .box::before{content:"";width:.75rem;height:.75rem;transform:scale(0);background:var(--card);\
    clip-path:polygon(12% 47%,2% 58%,38% 92%,98% 22%,87% 12%,37% 71%)}
    .box:checked{background:var(--ring)}.box:checked::before{transform:scale(1)}
    .doing>.row .box:not(:checked)::before{transform:scale(1);clip-path:circle(42%);background:var(--ring)}
    .title{padding:.25rem 0;color:inherit;text-decoration:none;overflow-wrap:anywhere;unicode-bidi:isolate}
    .title:hover{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.2em}
    .done>.row .title,.box:checked+div>.title{color:var(--soft);text-decoration:line-through;\
    text-decoration-thickness:1px}
    .rank{color:var(--late);font-weight:650;margin-right:.35em}.rank.medium{color:var(--ink)}.rank.low{color:var(--soft)}
    .more{display:flex;flex-wrap:wrap;gap:.05rem .8rem;color:var(--soft);font-size:.875rem;margin-top:.05rem}
    .more>*{min-width:0;min-height:1.5rem;line-height:1.5rem;overflow-wrap:anywhere}
    .tag{font:inherit;color:inherit;background:none;border:0;padding:0 .3rem;margin:0 -.3rem;min-width:1.5rem;\
    border-radius:.4rem;text-align:start}
    .js .tag{cursor:pointer}button.tag:hover{background:var(--pick);text-decoration:underline;text-underline-offset:.2em}
    .tools #clear{padding:.45rem .8rem;cursor:pointer}
    .more a{color:inherit;max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;\
    display:inline-block;vertical-align:bottom}
    .note a{color:inherit}
    .late{color:var(--late);font-weight:600}
    .note{color:var(--soft);font-size:.9375rem;margin-top:.2rem;white-space:pre-wrap;overflow-wrap:anywhere;\
    display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;line-clamp:3;overflow:hidden}
    li:target>.row .note,li.picked>.row .note{display:block}
    .hint{color:var(--soft);padding:3rem 0;text-align:center}
    a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible{outline:2.5px solid var(--focus);outline-offset:2px;border-radius:.3rem}
    .box:focus-visible{border-radius:50%}
    @media (max-width:30rem){.top{padding-top:1.25rem}.top,main{padding-left:.6rem;padding-right:.6rem}\
    h1{font-size:1.5rem}.row,.head{padding-left:.8rem;padding-right:.8rem}li li>.row{padding-left:2.1rem}\
    li li li>.row{padding-left:3.2rem}li li li li>.row{padding-left:4.2rem}.about{padding-left:2.1rem}}
    @media (forced-colors:active){.box{appearance:auto}.box::before{content:none}.dot{border:1px solid}}
    @media (prefers-reduced-motion:no-preference){.js.ready .row{transition:background-color .15s}}
    @media print{:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#ccc;--late:#000;--pick:#fff}
    @page{margin:14mm}
    body{font-size:10.5pt;line-height:1.35}
    .tools,.said,.jump,#asof{display:none}#printed{display:block}
    .part{content-visibility:visible!important}
    time[data-date]{font-size:0}time[data-date]::after{content:attr(data-date);font-size:9pt}
    .top,main{max-width:none;padding:0}h1{font-size:16pt}h2{margin:8pt 0 3pt}
    main section.source{columns:2;column-gap:10mm}h2{column-span:all}
    .list{border:0;border-radius:0;margin:0 0 9pt;overflow:visible}
    .head{padding:2pt 0;break-after:avoid}.head .count{display:none}.about{padding:0 0 2pt}
    .row{padding:2.5pt 0;gap:6pt;break-inside:avoid;background:none!important;box-shadow:none!important}
    li li>.row{padding-left:18pt}li li li>.row{padding-left:36pt}li li li li>.row{padding-left:54pt}
    .box{border-radius:2pt;width:10pt;height:10pt;border:1pt solid #000;margin-top:1.5pt}
    .box:checked{background:#fff}.box:checked::before{background:#000}
    .note{display:block;font-size:9pt}.more{font-size:9pt}
    .done:not(:has(li:not(.done))){display:none}}
    """
}
