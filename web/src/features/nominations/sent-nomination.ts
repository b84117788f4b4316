import { tabMark } from '@/lib/tab-mark'

/** Set when a nomination was sent from this tab. Only then does the success page open. */
export const nominationSent = tabMark('nomination-sent')
