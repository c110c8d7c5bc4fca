/*
 * RC2 (RFC 2268) in CBC, to be read and never written: the files of Windows and of OpenSSL before version 3 have their certificates under it, and
 * the OpenSSL in Node has it no longer. It keeps no secret: certificates are public.
 */

const table = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2' +
    '179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82' +
    '54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7' +
    '08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec' +
    'c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9' +
    '0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad',
  'hex',
)
const shifts = [1, 2, 3, 5] as const

/** 64 words of a key, all of whose bits count. */
const expanded = (key: Buffer): Uint16Array => {
  const bytes = Buffer.alloc(128)
  key.copy(bytes)
  const size = key.length
  const picked = (at: number): number => table[at & 0xff] as number
  const byte = (at: number): number => bytes[at] as number
  for (let at = size; at < 128; at++) bytes[at] = picked(byte(at - 1) + byte(at - size))
  bytes[128 - size] = picked(byte(128 - size))
  for (let at = 127 - size; at >= 0; at--) bytes[at] = picked(byte(at + 1) ^ byte(at + size))
  return Uint16Array.from({ length: 64 }, (_, at) => bytes.readUInt16LE(2 * at))
}

const decryptBlock = (words: Uint16Array, key: Uint16Array): void => {
  const word = (at: number): number => words[(at + 4) & 3] as number
  let next = 63
  const mixBack = (): void => {
    for (let at = 3; at >= 0; at--) {
      const shift = shifts[at] as number
      const turned = (word(at) >>> shift) | (word(at) << (16 - shift))
      words[at] = turned - (key[next--] as number) - (word(at - 1) & word(at - 2)) - (~word(at - 1) & word(at - 3))
    }
  }
  const mashBack = (): void => {
    for (let at = 3; at >= 0; at--) words[at] = word(at) - (key[word(at - 1) & 63] as number)
  }
  for (const [round, rounds] of [5, 6, 5].entries()) {
    if (round > 0) mashBack()
    for (let each = 0; each < rounds; each++) mixBack()
  }
}

/** Throws where the padding is none: the password was another. */
export const decryptRc2 = (key: Buffer, vector: Buffer, encrypted: Buffer): Buffer => {
  if (encrypted.length === 0 || encrypted.length % 8 !== 0) throw new Error('not whole blocks')
  const words = expanded(key)
  const plain = Buffer.alloc(encrypted.length)
  let before = vector
  for (let at = 0; at < encrypted.length; at += 8) {
    const block = Uint16Array.from({ length: 4 }, (_, index) => encrypted.readUInt16LE(at + 2 * index))
    decryptBlock(block, words)
    for (let byte = 0; byte < 8; byte++)
      plain[at + byte] = (((block[byte >> 1] as number) >> (8 * (byte & 1))) & 0xff) ^ (before[byte] as number)
    before = encrypted.subarray(at, at + 8)
  }
  const padding = plain.at(-1) as number
  if (padding < 1 || padding > 8 || !plain.subarray(-padding).every((byte) => byte === padding)) throw new Error('no padding')
  return plain.subarray(0, -padding)
}
