import type site from '@texts/site.en.json'

/** The words of buttons, fields and failures in the console. The public pages read them from their texts. */
export const englishWords: typeof site.form = {
  optional: '(optional)',
  choose: 'Please choose',
  problem: 'Please correct one field',
  problems: 'Please correct {count} fields',
  show: 'Show',
  hide: 'Hide',
  newTab: '(opens in a new tab)',
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  busy: 'One moment…',
  again: 'Please try again.',
  retry: 'Try again',
  loading: 'Loading…',
  lost: '{part} could not be shown.',
  lostText: 'Please check your connection and reload the page.',
  reload: 'Reload the page',
  unreachable: 'The server could not be reached. Please check your connection and try again.',
  noAnswer: 'No answer',
  unanswered: 'We do not know whether this arrived. Check the page, then try again.',
  crashed: 'Something went wrong on this page',
  crashedText: 'This is our mistake. Everything that you saved is still there.',
  home: 'Back to Home',
}
