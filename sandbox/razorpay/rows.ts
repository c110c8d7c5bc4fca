// What Razorpay's books hold, in its own words and shapes (https://razorpay.com/docs/api/). Amounts in paise, times in seconds.

export type Notes = Readonly<Record<string, string | number | null>>

export interface Order {
  readonly id: string
  readonly keyId: string
  readonly amount: number
  readonly currency: string
  readonly receipt: string | null
  readonly notes: Notes
  readonly created_at: number
  readonly amount_paid: number
  readonly status: 'created' | 'attempted' | 'paid'
  readonly attempts: number
}

export interface Payment {
  readonly id: string
  readonly keyId: string
  readonly amount: number
  readonly currency: string
  /** Null: taken without an order, by a QR code. */
  readonly order_id: string | null
  readonly method: 'card' | 'upi'
  readonly email: string | null
  readonly description: string | null
  readonly notes: Notes
  readonly created_at: number
  readonly status: 'authorized' | 'captured' | 'refunded' | 'failed'
  readonly amount_refunded: number
  readonly error: PaymentError | null
  /** When the bank changes its mind about a payment that failed. */
  readonly authorize_at: number | null
}

export interface PaymentError {
  readonly code: string
  readonly description: string
  readonly source: string
  readonly step: string
  readonly reason: string
}

export interface Refund {
  readonly id: string
  readonly keyId: string
  readonly payment_id: string
  readonly amount: number
  readonly currency: string
  readonly notes: Notes
  readonly receipt: string | null
  readonly created_at: number
}

export interface Dispute {
  readonly id: string
  readonly keyId: string
  readonly payment_id: string
  readonly amount: number
  readonly currency: string
  readonly created_at: number
  readonly status: 'open' | 'won' | 'lost'
}

export interface Endpoint {
  readonly id: string
  readonly keyId: string
  readonly url: string
  readonly secret: string
}

/** One key's account. A key is taken at its first use, with the secret that it came with. */
export interface Account {
  /** The key's id: `rzp_test_…`. */
  readonly id: string
  readonly keySecret: string
  readonly accountId: string
  /** Whether what is authorized is captured at once, as the vendor's dashboard is usually set. */
  readonly isCapturing: boolean
}
