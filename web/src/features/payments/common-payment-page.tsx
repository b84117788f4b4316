import { tabMark } from '@/lib/tab-mark'
import { Notice } from '@/ui/notice'

/**
 * Set when a buyer left this tab for a tier's common payment page. Razorpay adds nothing to the address when it sends
 * them back from there, so the thank-you page cannot look up the payment.
 */
export const leftForCommonPage = tabMark('left-for-common-payment-page')

/** Tells a buyer, before they leave for a tier's common payment page, that the office confirms the payment. */
export function CommonPageNotice() {
  return (
    <Notice tone="warning" title="Our office confirms this payment">
      Razorpay cannot create a personal payment page for you right now, so you will pay on a shared page. Please enter
      the same email address and phone number there. Your membership starts when our office has confirmed the payment.
      We will email you then. Press the button again if you agree.
    </Notice>
  )
}
