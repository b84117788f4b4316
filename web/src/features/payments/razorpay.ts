// The part of the provider's checkout API that we use.

/** The checkout's result after a payment. The server verifies its signature. */
export type CheckoutReceipt = {
  razorpay_payment_id: string
  razorpay_order_id?: string
  razorpay_subscription_id?: string
  razorpay_signature: string
}

export type CheckoutFailure = { error?: { description?: string; reason?: string } }

export type CheckoutOptions = {
  key: string
  amount: number
  currency: string
  name: string
  description: string
  order_id?: string
  subscription_id?: string
  /** Makes the checkout update the subscription's card instead of taking a payment. */
  subscription_card_change?: boolean
  prefill: { name: string; email: string; contact: string }
  notes: Record<string, string>
  theme: { color: string }
  handler: (receipt: CheckoutReceipt) => void
  modal: { ondismiss: () => void }
}

export type OpenCheckout = {
  open: () => void
  on: (event: 'payment.failed', listener: (failure: CheckoutFailure) => void) => void
}

export type Razorpay = new (options: CheckoutOptions) => OpenCheckout

declare global {
  interface Window {
    Razorpay?: Razorpay
  }
}

let loading: Promise<Razorpay> | undefined

/** Loads the checkout script once, when a user is about to pay. After a failure it can be loaded again. */
export function loadRazorpay(src: string): Promise<Razorpay> {
  if (window.Razorpay) return Promise.resolve(window.Razorpay)
  loading ??= insertScript(src).finally(() => {
    loading = undefined
  })
  return loading
}

function insertScript(src: string): Promise<Razorpay> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('the checkout script was not loaded'))
    }
    script.src = src
    script.onload = () => (window.Razorpay ? resolve(window.Razorpay) : fail())
    script.onerror = fail
    document.head.append(script)
  })
}
