import type { Language } from '#shapes/languages.ts'

/**
 * The words that a signer agrees to, by the version that the evidence of a document names. What stands under a version is never changed: other
 * words get a version of their own, and the old ones stay here, so that it can be shown what each signer read (sign-pages.test.ts).
 */
export const consentWords: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  'electronic-signature-1': {
    en: 'I have read this document and agree to sign it electronically. My electronic signature is meant to bind me as my signature on paper would.',
    de: 'Ich habe dieses Dokument gelesen und bin einverstanden, es elektronisch zu unterschreiben. Meine elektronische Unterschrift soll mich binden wie meine Unterschrift auf Papier.',
    fr: 'J’ai lu ce document et j’accepte de le signer par voie électronique. Ma signature électronique doit m’engager comme ma signature sur papier.',
    es: 'He leído este documento y acepto firmarlo electrónicamente. Mi firma electrónica debe obligarme igual que mi firma en papel.',
    pt: 'Li este documento e aceito assiná-lo eletronicamente. A minha assinatura eletrónica deve vincular-me tal como a minha assinatura em papel.',
    hi: 'मैंने यह दस्तावेज़ पढ़ लिया है और इस पर इलेक्ट्रॉनिक रूप से हस्ताक्षर करने के लिए सहमत हूँ। मेरा इलेक्ट्रॉनिक हस्ताक्षर मुझे वैसे ही बाध्य करे जैसे काग़ज़ पर किया गया मेरा हस्ताक्षर करता।',
  },
}
