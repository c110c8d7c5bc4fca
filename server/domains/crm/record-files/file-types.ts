import { pictureTypeOf } from '#shapes/pictures.ts'
import { endingOf } from './file-names.ts'

/** So many bytes say what a file is. */
export const headBytes = 4_096

/** Programs and scripts, as the systems of our users name them. */
const refusedEndings = new Set(
  (
    '.exe .com .scr .pif .bat .cmd .msi .msp .mst .dll .sys .cpl .hta .jar .class .vb .vbs .vbe .js .jse .mjs .cjs .wsf .wsh .ws .ps1 .psm1 ' +
    '.psd1 .sh .bash .zsh .ksh .csh .command .lnk .scf .reg .inf .url .chm .hlp .gadget .app .deb .rpm .dmg .pkg .apk .ipa .iso .img .vhd ' +
    '.vhdx .elf .bin .run .so .dylib .py .pyc .rb .pl .php .appimage .xll .xlam .appref-ms .application .msix'
  ).split(' '),
)

/** How programs and scripts begin, whatever they are called. */
const refusedBeginnings: readonly Buffer[] = [
  Buffer.from('MZ'),
  Buffer.from('7f454c46', 'hex'), // ELF
  ...['feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'].map((magic) => Buffer.from(magic, 'hex')), // Mach-O, Java
  Buffer.from('dex\n'),
  Buffer.from('#!'),
  Buffer.from('4c0000000114020000000000c000000000000046', 'hex'), // a shortcut of Windows
]

/** What tests of virus scanners look for (eicar.org); in two, so that no scanner stops at this file. */
const scannerTest = Buffer.from(`${String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR`}-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`)

/** Why a file is not taken; null where it may be. `head`: its first bytes. */
export const refusalOf = (name: string, head: Buffer): 'program' | 'virus' | null => {
  if (head.includes(scannerTest)) return 'virus'
  if (refusedEndings.has(endingOf(name))) return 'program'
  return refusedBeginnings.some((begin) => head.subarray(0, begin.length).equals(begin)) ? 'program' : null
}

const office: Readonly<Record<string, string>> = {
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.odp': 'application/vnd.oasis.opendocument.presentation',
  '.epub': 'application/epub+zip',
}

const oldOffice: Readonly<Record<string, string>> = {
  '.doc': 'application/msword',
  '.xls': 'application/vnd.ms-excel',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.msg': 'application/vnd.ms-outlook',
}

const texts: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.md': 'text/markdown',
  '.json': 'application/json',
  '.ics': 'text/calendar',
  '.vcf': 'text/vcard',
  '.eml': 'message/rfc822',
}

/** By how they begin, read as Latin-1. */
const beginnings: readonly (readonly [string, string])[] = [
  ['\x1f\x8b', 'application/gzip'],
  ['Rar!\x1a\x07', 'application/vnd.rar'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  ['{\\rtf', 'application/rtf'],
  ['II\x2a\0', 'image/tiff'],
  ['MM\0\x2a', 'image/tiff'],
  ['ID3', 'audio/mpeg'],
  ['\xff\xfb', 'audio/mpeg'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  ['\x1a\x45\xdf\xa3', 'video/webm'],
]

/** ISO 14496-12: the brand behind `ftyp`. */
const brands: Readonly<Record<string, string>> = {
  ...{ heic: 'image/heic', heix: 'image/heic', mif1: 'image/heic', avif: 'image/avif' },
  ...{ 'M4A ': 'audio/mp4', 'qt  ': 'video/quicktime' },
}

const mediaOf = (begins: string): string | undefined => {
  if (begins.slice(4, 8) === 'ftyp') return brands[begins.slice(8, 12)] ?? 'video/mp4'
  if (begins.startsWith('RIFF') && begins.slice(8, 12) === 'WAVE') return 'audio/wav'
  return beginnings.find(([beginning]) => begins.startsWith(beginning))?.[1]
}

/** The media type of a file by its first bytes; its name tells apart only what begins alike. */
export const mediaTypeOf = (name: string, head: Buffer): string => {
  const picture = pictureTypeOf(head)
  if (picture) return picture
  // ISO 32000-1, Annex H: readers look for the header in the first kilobyte.
  if (head.subarray(0, 1_024).includes('%PDF-')) return 'application/pdf'
  const ending = endingOf(name)
  const begins = head.subarray(0, 64).toString('latin1')
  if (begins.startsWith('PK\x03\x04')) return office[ending] ?? 'application/zip'
  if (begins.startsWith('\xd0\xcf\x11\xe0')) return oldOffice[ending] ?? 'application/x-ole-storage'
  return mediaOf(begins) ?? (isText(head) ? textTypeOf(head, ending) : 'application/octet-stream')
}

/** UTF-8 without controls; the last character may be cut off. */
const isText = (head: Buffer): boolean => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what makes it text
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text)
  } catch {
    return false
  }
}

const textTypeOf = (head: Buffer, ending: string): string => {
  const begins = head.toString('latin1').slice(0, 1_024)
  if (/<svg[\s>]/i.test(begins) || ending === '.svg') return 'image/svg+xml'
  if (/^\s*(?:<!doctype html|<html|<script|<body|<iframe)/i.test(begins) || /^\.x?html?$/.test(ending)) return 'text/html'
  if (/^\s*<\?xml/i.test(begins)) return 'application/xml'
  return texts[ending] ?? 'text/plain'
}

/** What a browser may show by itself. Everything else is bytes: nothing that was uploaded is ever run. */
export const servedType = (mediaType: string): string =>
  /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/.test(mediaType) ? mediaType : 'application/octet-stream'
