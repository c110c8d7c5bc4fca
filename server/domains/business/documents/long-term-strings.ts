import type { LongTermFault, LongTermProblem } from '#ports/paper.ts'
import { type Language, languageOf } from '#shapes/languages.ts'
import { put } from '#shapes/texts.ts'

type Faults = Readonly<Record<LongTermFault, string>>

/** Why data for long-term validation is missing or does not hold; `{certificate}` is the name in a certificate. */
const faults: Readonly<Record<Language, Faults>> = {
  en: {
    no_timestamp: 'The seal has no timestamp.',
    removed: 'It was removed from the file.',
    changed: 'It is not what the seal and its timestamp rest on.',
    certificate_missing: 'The certificate above {certificate} is missing.',
    certificate_ended: 'The certificate of {certificate} was not valid at the time of the seal.',
    crl_missing: 'There is no revocation list (CRL) for {certificate}.',
    crl_unreachable: 'The revocation list (CRL) for {certificate} cannot be reached.',
    crl_unreadable: 'The revocation list (CRL) for {certificate} cannot be read.',
    crl_foreign: 'A revocation list (CRL) is by another issuer, or of other certificates.',
    crl_forged: 'The revocation list (CRL) for {certificate} was not signed by its issuer.',
    crl_outdated: 'The revocation list (CRL) for {certificate} is not of the time of the seal.',
    revoked: 'The certificate of {certificate} had been revoked at the time of the seal.',
  },
  de: {
    no_timestamp: 'Das Siegel hat keinen Zeitstempel.',
    removed: 'Sie wurden aus der Datei entfernt.',
    changed: 'Sie sind nicht das, worauf Siegel und Zeitstempel beruhen.',
    certificate_missing: 'Das Zertifikat über {certificate} fehlt.',
    certificate_ended: 'Das Zertifikat von {certificate} war zur Zeit des Siegels nicht gültig.',
    crl_missing: 'Für {certificate} gibt es keine Sperrliste (CRL).',
    crl_unreachable: 'Die Sperrliste (CRL) für {certificate} ist nicht erreichbar.',
    crl_unreadable: 'Die Sperrliste (CRL) für {certificate} ist nicht lesbar.',
    crl_foreign: 'Eine Sperrliste (CRL) stammt von einem anderen Aussteller oder betrifft andere Zertifikate.',
    crl_forged: 'Die Sperrliste (CRL) für {certificate} wurde nicht von ihrem Aussteller signiert.',
    crl_outdated: 'Die Sperrliste (CRL) für {certificate} ist nicht aus der Zeit des Siegels.',
    revoked: 'Das Zertifikat von {certificate} war zur Zeit des Siegels gesperrt.',
  },
  fr: {
    no_timestamp: 'Le sceau n’a pas d’horodatage.',
    removed: 'Elles ont été retirées du fichier.',
    changed: 'Ce ne sont pas celles sur lesquelles reposent le sceau et son horodatage.',
    certificate_missing: 'Le certificat au-dessus de {certificate} manque.',
    certificate_ended: 'Le certificat de {certificate} n’était pas valide au moment du sceau.',
    crl_missing: 'Il n’y a pas de liste de révocation (CRL) pour {certificate}.',
    crl_unreachable: 'La liste de révocation (CRL) pour {certificate} est injoignable.',
    crl_unreadable: 'La liste de révocation (CRL) pour {certificate} est illisible.',
    crl_foreign: 'Une liste de révocation (CRL) vient d’un autre émetteur ou concerne d’autres certificats.',
    crl_forged: 'La liste de révocation (CRL) pour {certificate} n’a pas été signée par son émetteur.',
    crl_outdated: 'La liste de révocation (CRL) pour {certificate} n’est pas de l’époque du sceau.',
    revoked: 'Le certificat de {certificate} était révoqué au moment du sceau.',
  },
  es: {
    no_timestamp: 'El sello no tiene sello de tiempo.',
    removed: 'Se quitaron del archivo.',
    changed: 'No son aquellos en los que se apoyan el sello y su sello de tiempo.',
    certificate_missing: 'Falta el certificado superior a {certificate}.',
    certificate_ended: 'El certificado de {certificate} no era válido en el momento del sello.',
    crl_missing: 'No hay lista de revocación (CRL) para {certificate}.',
    crl_unreachable: 'No se puede acceder a la lista de revocación (CRL) para {certificate}.',
    crl_unreadable: 'No se puede leer la lista de revocación (CRL) para {certificate}.',
    crl_foreign: 'Una lista de revocación (CRL) es de otro emisor o de otros certificados.',
    crl_forged: 'La lista de revocación (CRL) para {certificate} no fue firmada por su emisor.',
    crl_outdated: 'La lista de revocación (CRL) para {certificate} no es del momento del sello.',
    revoked: 'El certificado de {certificate} estaba revocado en el momento del sello.',
  },
  pt: {
    no_timestamp: 'O selo não tem selo temporal.',
    removed: 'Foram retirados do ficheiro.',
    changed: 'Não são aqueles em que o selo e o seu selo temporal assentam.',
    certificate_missing: 'Falta o certificado acima de {certificate}.',
    certificate_ended: 'O certificado de {certificate} não era válido no momento do selo.',
    crl_missing: 'Não há lista de revogação (CRL) para {certificate}.',
    crl_unreachable: 'Não é possível aceder à lista de revogação (CRL) para {certificate}.',
    crl_unreadable: 'Não é possível ler a lista de revogação (CRL) para {certificate}.',
    crl_foreign: 'Uma lista de revogação (CRL) é de outro emissor ou de outros certificados.',
    crl_forged: 'A lista de revogação (CRL) para {certificate} não foi assinada pelo seu emissor.',
    crl_outdated: 'A lista de revogação (CRL) para {certificate} não é do momento do selo.',
    revoked: 'O certificado de {certificate} estava revogado no momento do selo.',
  },
  hi: {
    no_timestamp: 'मुहर पर कोई टाइमस्टैम्प नहीं है।',
    removed: 'यह फ़ाइल से हटा दिया गया।',
    changed: 'यह वह नहीं है जिस पर मुहर और उसका टाइमस्टैम्प टिके हैं।',
    certificate_missing: '{certificate} के ऊपर का प्रमाणपत्र नहीं है।',
    certificate_ended: 'मुहर के समय {certificate} का प्रमाणपत्र मान्य नहीं था।',
    crl_missing: '{certificate} के लिए कोई निरस्तीकरण सूची (CRL) नहीं है।',
    crl_unreachable: '{certificate} की निरस्तीकरण सूची (CRL) तक नहीं पहुँचा जा सकता।',
    crl_unreadable: '{certificate} की निरस्तीकरण सूची (CRL) पढ़ी नहीं जा सकती।',
    crl_foreign: 'कोई निरस्तीकरण सूची (CRL) किसी दूसरे जारीकर्ता या दूसरे प्रमाणपत्रों की है।',
    crl_forged: '{certificate} की निरस्तीकरण सूची (CRL) पर उसके जारीकर्ता के हस्ताक्षर नहीं हैं।',
    crl_outdated: '{certificate} की निरस्तीकरण सूची (CRL) मुहर के समय की नहीं है।',
    revoked: 'मुहर के समय {certificate} का प्रमाणपत्र निरस्त था।',
  },
}

/** Why, in a language of ours. */
export const longTermFaultIn = (locale: string, { fault, certificate }: LongTermProblem): string =>
  put(faults[languageOf(locale)][fault], { certificate: certificate ?? '' })

/** The same in the English of errors and logs. */
export const saysMissing = (problem: LongTermProblem): string => longTermFaultIn('en', problem)
