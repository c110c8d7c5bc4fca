/**
 * Public email providers: a sender from one is not employed there. Put together by hand for Foyer, in
 * November 2026, from the names under which the providers themselves offer mailboxes on their sign-up pages. One that is missing
 * makes one company too many, which a person can see and rename.
 */
const forEverybody = new Set(
  `aim.com alice.it aliceadsl.fr aol.com aol.de aol.fr arcor.de atlas.cz att.net bell.net bellsouth.net bigmir.net bigpond.com bk.ru
  bluewin.ch blueyonder.co.uk bol.com.br bt.com btinternet.com centrum.cz charter.net chello.at citromail.hu club-internet.fr comcast.net
  cox.net daum.net disroot.org duck.com earthlink.net email.cz email.de email.it ewetel.net excite.com fastmail.com fastmail.fm foxmail.com
  free.fr freemail.hu freenet.de fsmail.net gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.eu gmx.fr gmx.net gmx.us googlemail.com hanmail.net
  hey.com hispeed.ch home.nl hushmail.com i.ua icloud.com iinet.net.au inbox.com inbox.lv inbox.ru indiatimes.com interia.pl juno.com kakao.com
  kolabnow.com kpnmail.nl laposte.net libero.it list.ru live.com mac.com mail.bg mail.com mail.de mail.ee mail.ru mailbox.org mailfence.com
  mailinator.com me.com mozmail.com msn.com mweb.co.za nate.com naver.com neuf.fr o2.pl online.de online.no optonline.net optusnet.com.au
  orange.fr outlook.com ozemail.com.au passport.com peoplepc.com planet.nl pm.me posteo.de posteo.net privaterelay.appleid.com proton.me
  protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com riseup.net rocketmail.com rogers.com runbox.com sapo.pt sbcglobal.net seznam.cz
  sfr.fr shaw.ca simplelogin.com sina.cn sina.com skynet.be sky.com sohu.com startmail.com sympatico.ca t-online.de talktalk.net telenet.be
  telus.net tele2.nl terra.com.br tin.it tiscali.co.uk tiscali.it tuta.com tuta.io tutamail.com tutanota.com tutanota.de tpg.com.au ukr.net
  uol.com.br users.noreply.github.com verizon.net versanet.de videotron.ca virgilio.it virgin.net virginmedia.com vodafone.de voila.fr walla.co.il
  wanadoo.fr web.de windowslive.com windstream.net wp.pl xs4all.nl xtra.co.nz yahoo.com ymail.com zoho.com zohomail.com ziggo.nl zonnet.nl
  126.com 139.com 163.com 188.com 1und1.de abv.bg yeah.net ya.ru yandex.com yandex.ru`
    .split(/\s+/)
    .filter(Boolean),
)

/** The same names in every country: yahoo.co.uk, hotmail.fr, outlook.com.br. */
const inEveryCountry = /^(?:hotmail|live|msn|outlook|yahoo|ymail|yandex|gmx)\.(?:co\.|com\.)?[a-z]{2,3}$/

/** Whether a domain, or a parent of it, is a public email provider. */
export const isForEverybody = (domain: string): boolean => {
  const labels = domain.toLowerCase().split('.')
  return labels.some((_label, at) => {
    const above = labels.slice(at).join('.')
    return forEverybody.has(above) || inEveryCountry.test(above)
  })
}
