import type { Page } from '@playwright/test'

/** The API's answer to the signed-in user, as text. */
export const fetched = (page: Page, address: string) =>
  page.evaluate(async (path) => {
    const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
    return (await fetch(`/app/${path}`, { headers: { Authorization: `Bearer ${token}` } })).text()
  }, address)

/** RUC of the signed-in user's company. */
export const rucOf = async (page: Page) =>
  (JSON.parse(await fetched(page, 'business_profile/perfil')) as { data: { ruc: string } }).data.ruc
