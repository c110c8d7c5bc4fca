import type { Language } from '#shapes/languages.ts'

type Reason = Readonly<Record<Exclude<Language, 'en'>, string>>

/** Why a consent failed, by the English sentence: `<1>` is the service, `<2>` a code of its own. */
export const consentReasons: Readonly<Record<string, Reason>> = {
  'Missing or invalid token': {
    de: 'Sie sind nicht angemeldet.',
    fr: 'Vous n’êtes pas connecté à Foyer.',
    es: 'No has iniciado sesión.',
    pt: 'Você não entrou na sua conta.',
    hi: 'आपने साइन इन नहीं किया है।',
  },
  'You are not allowed to do this.': {
    de: 'Dazu fehlt Ihnen die Berechtigung.',
    fr: 'Vous n’êtes pas autorisé à faire cela.',
    es: 'No tienes permiso para hacer esto.',
    pt: 'Você não tem permissão para fazer isso.',
    hi: 'आपको यह करने की अनुमति नहीं है।',
  },
  'This consent was not started here, was already used, or has expired.': {
    de: 'Diese Einwilligung wurde nicht hier begonnen, wurde bereits verwendet oder ist abgelaufen.',
    fr: 'Ce consentement n’a pas été lancé ici, a déjà été utilisé ou a expiré.',
    es: 'Este consentimiento no se inició aquí, ya se usó o ha caducado.',
    pt: 'Este consentimento não foi iniciado aqui, já foi usado ou expirou.',
    hi: 'यह सहमति यहाँ शुरू नहीं हुई, पहले इस्तेमाल हो चुकी है, या इसकी अवधि खत्म हो गई है।',
  },
  'Consent was declined at <1>.': {
    de: 'Die Einwilligung wurde bei <1> abgelehnt.',
    fr: 'Le consentement a été refusé chez <1>.',
    es: 'Se rechazó el consentimiento en <1>.',
    pt: 'O consentimento foi recusado em <1>.',
    hi: '<1> पर सहमति देने से मना किया गया।',
  },
  'The response does not match the request to <1>.': {
    de: 'Die Antwort passt nicht zur Anfrage an <1>.',
    fr: 'La réponse ne correspond pas à la demande faite à <1>.',
    es: 'La respuesta no corresponde a la solicitud hecha a <1>.',
    pt: 'A resposta não corresponde ao pedido feito a <1>.',
    hi: 'जवाब <1> को भेजे गए अनुरोध से मेल नहीं खाता।',
  },
  'The response names a server that is not one of <1>.': {
    de: 'Die Antwort nennt einen Server, der keiner von <1> ist.',
    fr: 'La réponse nomme un serveur qui n’est pas un de ceux de <1>.',
    es: 'La respuesta nombra un servidor que no es de <1>.',
    pt: 'A resposta indica um servidor que não é de <1>.',
    hi: 'जवाब में ऐसा सर्वर है जो <1> का नहीं है।',
  },
  'The response is not from the account at <1> that was named.': {
    de: 'Die Antwort kommt nicht von dem Konto bei <1>, das genannt war.',
    fr: 'La réponse ne vient pas du compte chez <1> qui avait été indiqué.',
    es: 'La respuesta no es de la cuenta de <1> que se indicó.',
    pt: 'A resposta não é da conta em <1> que foi indicada.',
    hi: 'जवाब <1> के उस खाते से नहीं आया जो बताया गया था।',
  },
  '<1> named an address that is not one of its own.': {
    de: '<1> nannte eine Adresse, die nicht zu dem Dienst gehört.',
    fr: '<1> a indiqué une adresse qui n’est pas une des siennes.',
    es: '<1> indicó una dirección que no es suya.',
    pt: '<1> indicou um endereço que não é dele.',
    hi: '<1> ने ऐसा पता बताया जो उसका अपना नहीं है।',
  },
  '<1> named no account.': {
    de: '<1> nannte kein Konto.',
    fr: '<1> n’a indiqué aucun compte.',
    es: '<1> no indicó ninguna cuenta.',
    pt: '<1> não indicou nenhuma conta.',
    hi: '<1> ने कोई खाता नहीं बताया।',
  },
  '<1> refused: <2>.': {
    de: '<1> lehnte ab: <2>.',
    fr: '<1> a refusé : <2>.',
    es: '<1> lo rechazó: <2>.',
    pt: '<1> recusou: <2>.',
    hi: '<1> ने मना किया: <2>।',
  },
  '<1> reports that the consent was revoked, has expired or was already used.': {
    de: '<1> meldet, dass die Einwilligung widerrufen wurde, abgelaufen ist oder bereits verwendet wurde.',
    fr: '<1> indique que le consentement a été révoqué, a expiré ou a déjà été utilisé.',
    es: '<1> informa de que el consentimiento se revocó, caducó o ya se usó.',
    pt: '<1> informa que o consentimento foi revogado, expirou ou já foi usado.',
    hi: '<1> के अनुसार सहमति वापस ली गई, उसकी अवधि खत्म हो गई, या वह पहले इस्तेमाल हो चुकी है।',
  },
  '<1> rejects Foyer’s client id or secret.': {
    de: '<1> weist die Client-ID oder das Geheimnis von Foyer zurück.',
    fr: '<1> refuse l’identifiant client ou le secret de Foyer.',
    es: '<1> rechaza el id. de cliente o el secreto de Foyer.',
    pt: '<1> rejeita o ID ou o segredo do cliente do Foyer.',
    hi: '<1> Foyer के क्लाइंट ID या सीक्रेट को स्वीकार नहीं करता।',
  },
  '<1> rejects the access token.': {
    de: '<1> weist das Zugriffstoken zurück.',
    fr: '<1> refuse le jeton d’accès.',
    es: '<1> rechaza el token de acceso.',
    pt: '<1> rejeita o token de acesso.',
    hi: '<1> एक्सेस टोकन स्वीकार नहीं करता।',
  },
  '<1> did not respond.': {
    de: '<1> hat nicht geantwortet.',
    fr: '<1> n’a pas répondu.',
    es: '<1> no respondió.',
    pt: '<1> não respondeu.',
    hi: '<1> ने जवाब नहीं दिया।',
  },
  '<1> keeps failing; calls to it are paused for a moment.': {
    de: '<1> schlägt wiederholt fehl; Aufrufe ruhen für einen Moment.',
    fr: '<1> échoue sans cesse ; les appels sont suspendus un instant.',
    es: '<1> falla una y otra vez; las llamadas se pausan un momento.',
    pt: '<1> continua falhando; as chamadas estão pausadas por um instante.',
    hi: '<1> बार-बार विफल हो रहा है; कॉल थोड़ी देर के लिए रुके हैं।',
  },
  '<1> is rate limiting requests.': {
    de: '<1> begrenzt zurzeit die Anfragen.',
    fr: '<1> limite les requêtes.',
    es: '<1> está limitando las solicitudes.',
    pt: '<1> está limitando as solicitações.',
    hi: '<1> अनुरोधों की संख्या सीमित कर रहा है।',
  },
  '<1> returned an invalid response.': {
    de: '<1> gab eine ungültige Antwort.',
    fr: '<1> a renvoyé une réponse non valide.',
    es: '<1> devolvió una respuesta no válida.',
    pt: '<1> devolveu uma resposta inválida.',
    hi: '<1> ने अमान्य जवाब दिया।',
  },
  '<1> returned an invalid response (<2>).': {
    de: '<1> gab eine ungültige Antwort (<2>).',
    fr: '<1> a renvoyé une réponse non valide (<2>).',
    es: '<1> devolvió una respuesta no válida (<2>).',
    pt: '<1> devolveu uma resposta inválida (<2>).',
    hi: '<1> ने अमान्य जवाब दिया (<2>)।',
  },
  'Rate limited. Try again in <1> seconds': {
    de: 'Zu viele Versuche. In <1> Sekunden geht es wieder.',
    fr: 'Trop de tentatives. Réessayez dans <1> secondes.',
    es: 'Demasiados intentos. Inténtalo de nuevo en <1> segundos.',
    pt: 'Muitas tentativas. Tente de novo em <1> segundos.',
    hi: 'बहुत ज़्यादा कोशिशें हुईं। <1> सेकंड बाद फिर कोशिश करें।',
  },
}

/** The reason in a language; null where it has no words for it. */
export const consentReason = (english: string, language: Language): string | null => {
  if (language === 'en') return english
  for (const [sentence, said] of Object.entries(consentReasons)) {
    const pattern = sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/<\d>/g, '(.+?)')
    const parts = new RegExp(`^${pattern}$`, 's').exec(english)
    // As a function: a part may have a `$` of its own.
    if (parts) return said[language].replaceAll(/<(\d)>/g, (_whole, nth: string) => parts[Number(nth)] ?? '')
  }
  return null
}
