import type { Answer, Row } from './api'

export type AdminSession = Answer<'GET /api/admin/session'>
export type Billing = Answer<'GET /api/billing-profile'>
export type BulkAction = Answer<'GET /api/bulk-actions/{id}'>
export type BulkPreview = Answer<'POST /api/bulk-actions/preview'>
export type CampaignPreview = Answer<'POST /api/campaigns/preview'>
export type Config = Answer<'GET /api/config'>
export type DashboardStats = Answer<'GET /api/admin/stats'>
export type EmailDetail = Answer<'GET /api/emails/{id}'>
export type MemberStats = Answer<'GET /api/members/figures'>
export type Mine = Answer<'GET /api/memberships/mine'>
export type OwnNomination = Answer<'GET /api/nominations/mine'>
export type PaidMember = Row<'GET /api/paid-members'>
export type QueuedNomination = Row<'GET /api/nominations'>
export type RegisteredUser = Row<'GET /api/members/registered-users'>
export type Screen = Tier['screens'][number]['screen']
export type SessionUser = Answer<'GET /api/user'>
export type TestEmail = Answer<'POST /api/providers/brevo/test'>
export type Tier = Row<'GET /api/membership-tiers'>
export type Transaction = Row<'GET /api/transactions'>
