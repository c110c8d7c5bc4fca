import type { Language } from '#shapes/languages.ts'

/** What the page says to which a service sends the browser back after a consent. */
interface ConsentStrings {
  readonly connecting: string
  readonly byHand: string
  readonly goOn: string
  readonly notConnected: string
  readonly back: string
  /** Where the reason has no words in this language. */
  readonly failed: string
  /** What to do next, by the code of the failure. */
  readonly next: Readonly<Record<string, string>> & { readonly other: string }
}

const en: ConsentStrings = {
  connecting: 'Connecting',
  byHand: 'Your account is being connected. If this page does not close, continue by hand.',
  goOn: 'Continue',
  notConnected: 'Not connected',
  back: 'Back to Connections',
  failed: 'The account could not be connected.',
  next: {
    not_signed_in: 'Sign in again, and begin again under Settings → Connections.',
    forbidden: 'Ask an owner or admin of the workspace.',
    consent_unknown: 'Begin again under Settings → Connections, and finish in the same browser within ten minutes.',
    consent_denied: 'Begin again under Settings → Connections, and allow it there.',
    consent_failed: 'Begin again under Settings → Connections.',
    provider_refuses_client:
      'Compare the client id and secret in Settings → Connections, or in the operator’s configuration, with those at the service.',
    provider_unreachable: 'Begin again in a minute. Nothing was changed.',
    provider_busy: 'Begin again in a few minutes. Nothing was changed.',
    provider_failed: 'Begin again in a minute. Nothing was changed.',
    other: 'Begin again under Settings → Connections.',
  },
}

const de: ConsentStrings = {
  connecting: 'Wird verbunden',
  byHand: 'Ihr Konto wird verbunden. Wenn sich diese Seite nicht schließt, fahren Sie von Hand fort.',
  goOn: 'Weiter',
  notConnected: 'Nicht verbunden',
  back: 'Zurück zu Verbindungen',
  failed: 'Das Konto konnte nicht verbunden werden.',
  next: {
    not_signed_in: 'Melden Sie sich neu an, und beginnen Sie unter Einstellungen → Verbindungen noch einmal.',
    forbidden: 'Wenden Sie sich an einen Inhaber oder Admin des Workspace.',
    consent_unknown:
      'Beginnen Sie unter Einstellungen → Verbindungen noch einmal, und schließen Sie es im selben Browser innerhalb von zehn Minuten ab.',
    consent_denied: 'Beginnen Sie unter Einstellungen → Verbindungen noch einmal, und erlauben Sie es dort.',
    consent_failed: 'Beginnen Sie unter Einstellungen → Verbindungen noch einmal.',
    provider_refuses_client:
      'Vergleichen Sie Client-ID und Geheimnis unter Einstellungen → Verbindungen oder in der Konfiguration des Betreibers mit denen beim Dienst.',
    provider_unreachable: 'Beginnen Sie in einer Minute noch einmal. Es wurde nichts geändert.',
    provider_busy: 'Beginnen Sie in einigen Minuten noch einmal. Es wurde nichts geändert.',
    provider_failed: 'Beginnen Sie in einer Minute noch einmal. Es wurde nichts geändert.',
    other: 'Beginnen Sie unter Einstellungen → Verbindungen noch einmal.',
  },
}

const fr: ConsentStrings = {
  connecting: 'Connexion en cours',
  byHand: 'Votre compte est en cours de connexion. Si cette page ne se ferme pas, continuez à la main.',
  goOn: 'Continuer',
  notConnected: 'Non connecté',
  back: 'Retour aux connexions',
  failed: 'Le compte n’a pas pu être connecté.',
  next: {
    not_signed_in: 'Reconnectez-vous à Foyer, puis recommencez dans Paramètres → Connexions.',
    forbidden: 'Adressez-vous à un propriétaire ou à un administrateur de l’espace de travail.',
    consent_unknown: 'Recommencez dans Paramètres → Connexions, et terminez dans le même navigateur en moins de dix minutes.',
    consent_denied: 'Recommencez dans Paramètres → Connexions, et donnez-y votre accord.',
    consent_failed: 'Recommencez dans Paramètres → Connexions.',
    provider_refuses_client:
      'Comparez l’identifiant client et le secret dans Paramètres → Connexions, ou dans la configuration de l’exploitant, avec ceux du service.',
    provider_unreachable: 'Recommencez dans une minute. Rien n’a été modifié.',
    provider_busy: 'Recommencez dans quelques minutes. Rien n’a été modifié.',
    provider_failed: 'Recommencez dans une minute. Rien n’a été modifié.',
    other: 'Recommencez dans Paramètres → Connexions.',
  },
}

const es: ConsentStrings = {
  connecting: 'Conectando',
  byHand: 'Se está conectando tu cuenta. Si esta página no se cierra, continúa a mano.',
  goOn: 'Continuar',
  notConnected: 'Sin conectar',
  back: 'Volver a Conexiones',
  failed: 'No se pudo conectar la cuenta.',
  next: {
    not_signed_in: 'Inicia sesión de nuevo y vuelve a empezar en Configuración → Conexiones.',
    forbidden: 'Pídeselo a un propietario o administrador del espacio de trabajo.',
    consent_unknown: 'Vuelve a empezar en Configuración → Conexiones y termina en el mismo navegador en menos de diez minutos.',
    consent_denied: 'Vuelve a empezar en Configuración → Conexiones y permítelo allí.',
    consent_failed: 'Vuelve a empezar en Configuración → Conexiones.',
    provider_refuses_client:
      'Compara el id. de cliente y el secreto en Configuración → Conexiones, o en la configuración del operador, con los del servicio.',
    provider_unreachable: 'Vuelve a empezar en un minuto. No se cambió nada.',
    provider_busy: 'Vuelve a empezar en unos minutos. No se cambió nada.',
    provider_failed: 'Vuelve a empezar en un minuto. No se cambió nada.',
    other: 'Vuelve a empezar en Configuración → Conexiones.',
  },
}

const pt: ConsentStrings = {
  connecting: 'Conectando',
  byHand: 'Sua conta está sendo conectada. Se esta página não fechar, continue manualmente.',
  goOn: 'Continuar',
  notConnected: 'Não conectado',
  back: 'Voltar para Conexões',
  failed: 'Não foi possível conectar a conta.',
  next: {
    not_signed_in: 'Entre novamente e recomece em Configurações → Conexões.',
    forbidden: 'Peça a um proprietário ou administrador do espaço de trabalho.',
    consent_unknown: 'Recomece em Configurações → Conexões e termine no mesmo navegador em até dez minutos.',
    consent_denied: 'Recomece em Configurações → Conexões e permita lá.',
    consent_failed: 'Recomece em Configurações → Conexões.',
    provider_refuses_client:
      'Compare o ID e o segredo do cliente em Configurações → Conexões, ou na configuração do operador, com os do serviço.',
    provider_unreachable: 'Recomece em um minuto. Nada foi alterado.',
    provider_busy: 'Recomece em alguns minutos. Nada foi alterado.',
    provider_failed: 'Recomece em um minuto. Nada foi alterado.',
    other: 'Recomece em Configurações → Conexões.',
  },
}

const hi: ConsentStrings = {
  connecting: 'कनेक्ट हो रहा है',
  byHand: 'आपका खाता कनेक्ट हो रहा है। अगर यह पेज बंद न हो, तो खुद आगे बढ़ें।',
  goOn: 'जारी रखें',
  notConnected: 'कनेक्ट नहीं हुआ',
  back: 'कनेक्शन पर वापस जाएँ',
  failed: 'खाता कनेक्ट नहीं हो सका।',
  next: {
    not_signed_in: 'फिर से साइन इन करें, और सेटिंग → कनेक्शन में दोबारा शुरू करें।',
    forbidden: 'वर्कस्पेस के किसी मालिक या एडमिन से कहें।',
    consent_unknown: 'सेटिंग → कनेक्शन में दोबारा शुरू करें, और उसी ब्राउज़र में दस मिनट के अंदर पूरा करें।',
    consent_denied: 'सेटिंग → कनेक्शन में दोबारा शुरू करें, और वहाँ अनुमति दें।',
    consent_failed: 'सेटिंग → कनेक्शन में दोबारा शुरू करें।',
    provider_refuses_client: 'सेटिंग → कनेक्शन या ऑपरेटर के कॉन्फ़िगरेशन में दिए क्लाइंट ID और सीक्रेट को सेवा के क्लाइंट ID और सीक्रेट से मिलाएँ।',
    provider_unreachable: 'एक मिनट बाद दोबारा शुरू करें। कुछ नहीं बदला गया।',
    provider_busy: 'कुछ मिनट बाद दोबारा शुरू करें। कुछ नहीं बदला गया।',
    provider_failed: 'एक मिनट बाद दोबारा शुरू करें। कुछ नहीं बदला गया।',
    other: 'सेटिंग → कनेक्शन में दोबारा शुरू करें।',
  },
}

export const consentStrings: Readonly<Record<Language, ConsentStrings>> = { en, de, fr, es, pt, hi }
