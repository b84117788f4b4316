/** Every address of the site. Do not write addresses elsewhere. */
export const paths = {
  home: '/',
  auth: '/auth',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  /** The applicant's own nomination. Links in emails lead here. */
  nomination: '/nomination',
  registrationSuccess: '/registration-success',
  thankYou: '/thank-you',
  /** The link in a renewal reminder, for a membership without a mandate. */
  renew: '/renew',
  /** The link in a company's invitation. */
  seat: '/seat',
  /** The page of a session for visitors. The server renders it for each public session. */
  session: '/sessions/:id',
  membershipPlans: '/membership-plans',
  account: '/account',
  /** Where a member updates the card. It opens the provider's checkout. */
  accountCard: '/account/card',
  accountProfile: '/account/profile',
  accountBilling: '/account/billing',
  accountSecurity: '/account/security',
  accountEmails: '/account/emails',
  /** The members' home. Sign-in leads here. */
  circle: '/circle',
  circleSessions: '/circle/sessions',
  circleSession: '/circle/sessions/:id',
  circleDirectory: '/circle/directory',
  /** The profile of another member. */
  circlePerson: '/circle/directory/:person',
  circleProfile: '/circle/profile',
  circleIntroductions: '/circle/introductions',
  /** The link in emails about introductions. */
  circleIntroduction: '/circle/introductions/:id',
  circleMentors: '/circle/mentors',
  circleMentorGuide: '/circle/mentors/guide',
  circleSeats: '/circle/board-seats',
  circleNewSeat: '/circle/board-seats/new',
  circleSeat: '/circle/board-seats/:id',
  circlePolls: '/circle/polls',
  /** The link in emails about consultations. */
  circlePoll: '/circle/polls/:id',
  circlePollMinute: '/circle/polls/:id/minute',
  circleLibrary: '/circle/library',
  circleLibraryItem: '/circle/library/:id',
  circleLibraryCollection: '/circle/library/collections/:id',
  admin: '/admin',
  /** The link in an admin's invitation. It is not a console screen, because the invited person has no session. */
  adminWelcome: '/admin/welcome',
  adminOld: '/admin-old',
  terms: '/terms-conditions',
  privacy: '/privacy-policy',
  refund: '/cancellation-refund',
  about: '/#about',
  benefits: '/#benefits',
  register: '/#register',
  members: '/#members',
  contact: '/#contact-us',
  /** PocketBase's own dashboard, which is not part of the web app. */
  dashboard: '/_/',
} as const
