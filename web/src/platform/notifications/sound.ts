/** Two soft tones, a quarter of a second together. Made here: there is no file to load. */
const tones: readonly { readonly hertz: number; readonly atSeconds: number }[] = [
  { hertz: 660, atSeconds: 0 },
  { hertz: 880, atSeconds: 0.12 },
]
const toneSeconds = 0.14
const loudness = 0.06

/** Plays the sound of a notification. Where the browser plays nothing before a page was used, nothing is heard. */
export const playSound = async (): Promise<void> => {
  const context = new AudioContext()
  try {
    await context.resume()
    for (const { hertz, atSeconds } of tones) {
      const from = context.currentTime + atSeconds
      const gain = new GainNode(context, { gain: 0 })
      gain.gain.setValueAtTime(0, from)
      gain.gain.linearRampToValueAtTime(loudness, from + 0.01)
      gain.gain.exponentialRampToValueAtTime(0.0001, from + toneSeconds)
      const oscillator = new OscillatorNode(context, { frequency: hertz })
      oscillator.connect(gain).connect(context.destination)
      oscillator.start(from)
      oscillator.stop(from + toneSeconds)
    }
    await new Promise((done) => setTimeout(done, 400))
  } finally {
    await context.close()
  }
}
