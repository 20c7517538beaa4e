import type { Session } from '@yupana/contract'

export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

export const buildSession = (changes: Partial<Session> = {}): Session => ({
  token: 'ficha-1',
  expiration_date: inHours(12),
  rol: { id: 1, name: 'ADMIN' },
  businessName: 'COMERCIAL ANDINA S.A.',
  businessRuc: '1790012345001',
  businessId: '11111111-1111-4111-8111-111111111111',
  ambiente: 'SIMULADOR',
  impersonate: false,
  id: '22222222-2222-4222-8222-222222222222',
  username: 'contadora',
  name: 'María',
  surname: 'Lema',
  mail: 'maria@ejemplo.ec',
  avatar: null,
  collections: [],
  menus: [],
  ...changes,
})
