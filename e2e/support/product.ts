/** Where a started product answers, and the authority beside it. */
export interface Product {
  url: string
  simulador: string
  /** Where it looks for a gateway that charges cards: a journey starts one there. */
  pasarela?: string
}

/** Each worker has a product of its own, data included: journeys that run side by side never meet. */
export const WORKERS = process.env.E2E_URL ? 1 : 2

/** Tells the workers, which inherit the environment, what was started for them. */
export const share = (products: readonly Product[]) => {
  process.env.E2E_PRODUCTOS = JSON.stringify(products)
}

/** The product of this worker. */
export function product(): Product {
  const products = JSON.parse(process.env.E2E_PRODUCTOS ?? '[]') as Product[]
  const mine = products[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]
  if (mine === undefined) throw new Error('No product was started for this worker')
  return mine
}
