import { createHash } from 'node:crypto'
import type { SimulatorContext } from '../simulators.ts'
import type { Business, File, Message, Phone, Template } from './rows.ts'

/** Every business's number and every phone. How they change stands in the files of businesses, messages and customers. */
export const openStore = (context: SimulatorContext) => {
  const phones = context.table<Phone>('phones')
  if (phones.count === 0) for (const phone of [...firstPhones].reverse()) phones.put(phone)
  return {
    businesses: context.table<Business>('businesses'),
    phones,
    messages: context.table<Message>('messages'),
    templates: context.table<Template>('templates'),
    files: context.table<File>('files'),
    seconds: (): number => Math.floor(context.now().getTime() / 1_000),
    newId: context.newId,
    digitsId: (): string => String(BigInt(`0x${digest(context.newId('')).slice(0, 12)}`)).padStart(15, '1'),
    wamid: (): string => `wamid.${Buffer.from(`sandbox${context.newId('')}`).toString('base64')}`,
    deliver: context.deliver,
  }
}
export type Store = ReturnType<typeof openStore>

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

export const newPhone = { username: null, hidesNumber: false, isOnline: true, blocks: [], generation: 0 } as const

/** From the start. The Mexican one shows that the platform’s number is not always the one that people write. */
const firstPhones: readonly Phone[] = [
  { ...newPhone, id: 'sheena', name: 'Sheena Nelson', number: '16505551234' },
  { ...newPhone, id: 'joerg', name: 'Jörg Müller', number: '4915112345678' },
  { ...newPhone, id: 'maria', name: 'María Hernández', number: '5215512345678' },
  { ...newPhone, id: 'ravi', name: 'Ravi', number: '919812345678', username: 'ravi.k', hidesNumber: true },
]
