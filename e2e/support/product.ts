/** Address of a started product, and of its authority. */
export interface Product {
  url: string
  simulador: string
  /** Address where it looks for a card gateway, which a journey starts there. */
  pasarela?: string
}

/** Each worker has a product with data of its own, so that parallel journeys never meet. */
export const WORKERS = process.env.E2E_URL ? 1 : 2

/** Passes the started products to the workers, which inherit the environment. */
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
