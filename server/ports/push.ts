/** A browser as its push service knows it (PushSubscription of the Push API). Keys in base64url. */
export interface PushAddress {
  readonly endpoint: string
  /** The uncompressed point of P-256 of the browser: 65 bytes. */
  readonly p256dh: string
  /** 16 bytes. */
  readonly auth: string
}

/** The key pair by which push services know this server (RFC 8292), in base64url: an uncompressed point, and a scalar. */
export interface PushKey {
  readonly publicKey: string
  readonly privateKey: string
}

export interface PushMessage {
  readonly to: PushAddress
  /** Encrypted for the browser; the push service reads nothing of it. At most `mostPayloadBytes`. */
  readonly payload: string
  /** For how long the push service keeps it for a browser that is away. */
  readonly ttlSeconds: number
  /** Of one topic only the newest waits for the browser (RFC 8030, 5.4): up to 32 characters of base64url. */
  readonly topic: string
}

/** One record of 4,096 bytes (RFC 8291, 4), less its header, its tag and its delimiter. */
export const mostPayloadBytes = 4_096 - 86 - 16 - 1

/** The way to push services. */
export interface Push {
  /** Whether a subscription of this address could be used; what its name stands for is looked at with every message. */
  mayReach(endpoint: string): boolean
  /** Throws ProviderError, and nothing else that is expected: `dead` where the browser is no longer subscribed. */
  send(message: PushMessage, key: PushKey): Promise<void>
}
