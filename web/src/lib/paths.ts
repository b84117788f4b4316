/** Every address of the site, by name: nobody types one twice. */
export const paths = {
  home: '/',
  auth: '/auth',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  registrationSuccess: '/registration-success',
  thankYou: '/thank-you',
  membershipPlans: '/membership-plans',
  account: '/account',
  admin: '/admin',
  adminOld: '/admin-old',
  terms: '/terms-conditions',
  privacy: '/privacy-policy',
  refund: '/cancellation-refund',
  about: '/#about',
  benefits: '/#benefits',
  register: '/#register',
  members: '/#members',
  contact: '/#contact-us',
  /** PocketBase's own dashboard: not a page of the web app. */
  dashboard: '/_/',
} as const
