/*
 * HTML of every class that is known to have run or loaded something behind a cleaner: handlers, addresses that act, mutations (what is
 * harmless until it is parsed a second time), foreign namespaces, clobbering, styles. Written for these tests; `canary` must hear of none.
 */

const handlers =
  'abort animationend animationiteration animationstart auxclick beforecopy beforecut beforeinput beforematch beforepaste beforetoggle beforeunload blur cancel canplay change click contentvisibilityautostatechange copy cut dblclick drag dragend dragenter drop error finish focus focusin formdata hashchange input invalid keydown load loadeddata loadstart message mousedown mouseenter mouseover pageshow paste play pointerdown pointerenter pointerrawupdate popstate progress readystatechange resize scroll scrollend search securitypolicyviolation select start submit toggle touchstart transitionend transitionrun unhandledrejection unload volumechange wheel'.split(
    ' ',
  )

const handled = (name: string): string[] => [
  ...[`<body on${name}=alert(1)>`, `<svg on${name}=alert(1)><rect/></svg>`, `<img src=x on${name}=alert(1)>`],
  ...[
    `<input autofocus on${name}=alert(1)>`,
    `<details open on${name}=alert(1)>x</details>`,
    `<marquee on${name}=alert(1)>x</marquee>`,
  ],
  ...[`<div ON${name}\n=\nalert(1) tabindex=1>x</div>`, `<video><source on${name}=alert(1)></video>`],
]
/** Some of them, others each time: all of them in a few turns. */
const rotated = (all: readonly string[], from: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => all[(from + n) % all.length] ?? '')

/** `javascript:alert(1)`, as it is also read. */
const actingAddresses = [
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \t\n javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
  ],
  ...['java\r\nscript:alert(1)', '\u0001javascript:alert(1)', '\u00a0javascript:alert(1)', 'javascript\t:alert(1)'],
  ...['&#106;avascript:alert(1)', '&#x6A&#x61vascript:alert(1)', '&#0000106avascript:alert(1)', 'java&Tab;script:alert(1)'],
  ...['java&NewLine;script&colon;alert(1)', 'javascript&#58;alert&lpar;1&rpar;', 'vbscript:msgbox(1)', 'livescript:alert(1)'],
  ...['data:text/html,<script>alert(1)</script>', 'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=='],
  ...['data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'blob:null/x', 'view-source:x'],
  ...[
    'feed:javascript:alert(1)',
    'jar:x!/',
    'mhtml:x',
    'filesystem:x',
    'about:srcdoc',
    'intent:x',
    'cid:&quot;onerror=alert(1)',
  ],
]
const addressed = (address: string): string[] => [
  ...[
    `<a href="${address}">go</a>`,
    `<img src="${address}">`,
    `<area href="${address}" shape="default">`,
    `<iframe src="${address}">`,
  ],
  ...[
    `<form action="${address}"><button>go</button></form>`,
    `<button formaction="${address}">go</button>`,
    `<base href="${address}">`,
  ],
  ...[`<svg><a xlink:href="${address}"><text y="20">go</text></a></svg>`, `<math href="${address}">go</math>`],
  ...[`<object data="${address}"></object>`, `<embed src="${address}">`, `<link rel="stylesheet" href="${address}">`],
  ...[`<meta http-equiv="refresh" content="0;url=${address}">`, `<svg><use href="${address}"></use></svg>`],
  ...[`<svg><animate attributeName="href" values="${address}" /></svg>`, `<blockquote cite="${address}">x</blockquote>`],
]

const boom = '<img src=x onerror=alert(1)>'
/** What a first reading takes for text, and a second one for elements. */
const mutations = [
  ...[
    'style',
    'xmp',
    'noembed',
    'noframes',
    'noscript',
    'iframe',
    'plaintext',
    'textarea',
    'title',
    'script',
    'template',
  ].flatMap((name) => [
    ...[`<${name}><a title="</${name}>${boom}"></${name}>`, `<svg><${name}><a title="</${name}>${boom}"></${name}></svg>`],
    ...[`<math><mtext><${name}>${boom}</${name}></mtext></math>`, `<${name}><!--</${name}>${boom}--></${name}>`],
    ...[`<svg></p><${name}><g title="</${name}>${boom}">`, `<select><${name}></select>${boom}</${name}></select>`],
    ...[`<table><${name}><tr><td><a title="</${name}>${boom}"></td></tr></${name}></table>`, `<${name}/>${boom}</${name}>`],
  ]),
  ...['mglyph', 'malignmark'].flatMap((glyph) => [
    `<math><mtext><table><${glyph}><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
    `<form><math><mtext></form><form><${glyph}><style></math><img src onerror=alert(1)>`,
    `<math><mi><table><${glyph}><style><math>${boom}</style></math></table></mi></math>`,
    `<math><annotation-xml encoding="text/html"><${glyph}><style><img title="</style>${boom}">`,
  ]),
  ...[
    `<!--><img src=x onerror=alert(1)>-->`,
    `<!---><img src=x onerror=alert(1)>-->`,
    `<!--!>${boom}<!-->`,
    `<![CDATA[>${boom}]]>`,
  ],
  ...[`<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>`, `<?xml ><img src=x onerror=alert(1)>?>`, `</ ${boom}>`],
  ...[`<svg><foreignObject><p>${boom}</p></foreignObject></svg>`, `<svg><desc><iframe srcdoc="${boom}"></iframe></desc></svg>`],
  ...[
    `<svg><title><![CDATA[</title>${boom}]]></svg>`,
    `<math><annotation-xml encoding="text/html">${boom}</annotation-xml></math>`,
  ],
  `<svg><annotation-xml><foreignobject><style><!--</style><p id="--><img src=1 onerror=alert(1)>">`,
  `<a href="x"><table><a><svg><style><a id="</style>${boom}"></a></table></a>`,
  `<p><svg><p><style><a id="</style>${boom}">`,
  `${'<div>'.repeat(600)}<svg><style><a id="</style>${boom}">`,
  `${'<form><h1></form><table><tr></table>'.repeat(200)}<math><style><img title="</style>${boom}">`,
  ...['<', '&lt;', '\u003c', '%3C', '\u02bc', '\ufe64', '\uff1c'].map((open) => `${open}img src=x onerror=alert(1)>`),
  ...[
    `<img src=x onerror=alert(1)//`,
    `<img/src="x"/onerror=alert(1)>`,
    `<img src=x:x onerror\u000b=alert(1)>`,
    `<img """><script>alert(1)</script>">`,
  ],
  ...[
    `<<script>alert(1)//<</script>`,
    `<script\u0000>alert(1)</script>`,
    `<scr<script>ipt>alert(1)</scr</script>ipt>`,
    `<ScRiPt src=//x>`,
  ],
]

/** What takes the names of the page's own things. */
const clobbering = [
  'cookie',
  'body',
  'forms',
  'getElementById',
  'attributes',
  'nodeName',
  'parentNode',
  'firstChild',
  'remove',
].flatMap((name) => [
  `<form><input name="${name}"><img src=x onerror=alert(1)></form>`,
  `<form id="${name}"><output name="${name}">x</output></form>`,
  `<a id="${name}"></a><a id="${name}" name="href" href="javascript:alert(1)">x</a>`,
  `<img name="${name}" src=x onerror=alert(1)>`,
])

const loading = (canary: string): string[] =>
  [
    ...['img src', 'img srcset', 'img lowsrc', 'img dynsrc', 'input type=image src', 'video src', 'video poster', 'audio src'],
    ...[
      'source src',
      'track src',
      'embed src',
      'object data',
      'iframe src',
      'frame src',
      'script src',
      'portal src',
      'image href',
    ],
    ...[
      'table background',
      'td background',
      'body background',
      'svg style="x" href',
      'link rel=preload as=image href',
      'img longdesc',
    ],
    ...[
      'link rel=prefetch href',
      'link rel=icon href',
      'link rel=manifest href',
      'link rel=modulepreload href',
      'html manifest',
    ],
    ...[
      'svg><image xlink:href',
      'svg><use href',
      'svg><feImage href',
      'svg><script href',
      'math><mglyph src',
      'picture><source srcset',
    ],
  ].map((what, n) => `<${what}="${canary}/load${n}">`)

const styled = (canary: string): string[] => {
  const address = `${canary}/style`
  const values = [
    ...[
      `background:url(${address})`,
      `background:URL("${address}")`,
      `background:u\\72 l(${address})`,
      `background:ur/**/l(${address})`,
    ],
    ...[
      `list-style-image:url(${address})`,
      `cursor:url(${address}),auto`,
      `border-image:url(${address}) 1`,
      `mask:url(${address})`,
    ],
    ...[`content:url(${address})`, `background:image-set("${address}" 1x)`, `background:-webkit-image-set(url(${address}) 1x)`],
    ...[
      `--a:url(${address});background:var(--a)`,
      `filter:url(${address}#x)`,
      `clip-path:url(${address}#x)`,
      `shape-outside:url(${address})`,
    ],
    ...[
      `width:expression(alert(1))`,
      `-moz-binding:url(${address})`,
      `behavior:url(${address})`,
      `background:src("${address}")`,
    ],
    `background:cross-fade(url(${address}),red)`,
  ]
  return values.flatMap((value) => [
    `<p style='${value}'>x</p>`,
    `<style>p{${value}}</style><p>x</p>`,
    `<svg><style>*{${value}}</style><rect style='${value}'/></svg>`,
  ])
}

export const hostileHtml = (canary: string): readonly string[] => [
  ...handlers.flatMap((name, n) => rotated(handled(name), n, 2)),
  ...actingAddresses.flatMap((address, n) => rotated(addressed(address), n * 5, 5)),
  ...mutations,
  ...clobbering,
  ...loading(canary),
  ...styled(canary),
]
