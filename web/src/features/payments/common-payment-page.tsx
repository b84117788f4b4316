import { tabMark } from '@/lib/tab-mark'
import { useTexts } from '@/lib/texts'
import { Notice } from '@/ui/notice'

/**
 * Set when a buyer left this tab for a tier's common payment page. Razorpay adds nothing to the address when it sends
 * them back from there, so the thank-you page cannot look up the payment.
 */
export const leftForCommonPage = tabMark('left-for-common-payment-page')

/** Tells a buyer, before they leave for a tier's common payment page, that the office confirms the payment. */
export function CommonPageNotice() {
  const text = useTexts('checkout').group('byHand')
  return (
    <Notice tone="warning" title={text('title')}>
      {text('text')}
    </Notice>
  )
}
