/**
 * What the workflows of templates say: to clients in emails, to members in tasks and questions, and in the editor in the titles of steps. Where a
 * sentence has a value, it is given the expression of it.
 */
export interface TemplateWords {
  /** The first line of an email; of a person who may have no name. */
  hello(name: string): string
  helloPerhaps(name: string): string
  readonly welcome: {
    readonly description: string
    readonly subject: string
    readonly text: string
    readonly send: string
    readonly wait: string
    readonly replied: string
    readonly repliedReason: string
    readonly call: string
    callTask(name: string): string
  }
  readonly handOver: {
    readonly description: string
    readonly criteria: string
    readonly rate: string
    /** With `[[criteria]]`. */
    readonly prompt: string
    readonly score: string
    readonly reason: string
    readonly isHot: string
    readonly ask: string
    heading(name: string, score: string): string
    readonly take: string
    readonly leave: string
    readonly deal: string
    readonly late: string
    lateTask(name: string): string
  }
  readonly callBack: {
    readonly description: string
    readonly isKnown: string
    readonly task: string
    heading(number: string): string
    readonly ask: string
    text(at: string): string
    readonly done: string
  }
  readonly chase: {
    readonly description: string
    readonly wait: string
    readonly look: string
    readonly isOpen: string
    readonly reminders: readonly [Reminder, Reminder, Reminder]
    subject(number: string): string
    payHere(amount: string, url: string): string
    readonly ask: string
    heading(number: string): string
    readonly done: string
    readonly paid: string
    readonly paidReason: string
    readonly closed: string
    readonly closedReason: string
  }
  readonly booking: {
    readonly description: string
    readonly text: string
    readonly wait: string
    readonly look: string
    readonly waitMoved: string
    readonly lookAgain: string
    readonly isOn: string
    readonly send: string
    readonly off: string
    readonly offReason: string
  }
}

interface Reminder {
  /** Of its step. */
  readonly title: string
  /** How it begins. */
  readonly words: string
}
