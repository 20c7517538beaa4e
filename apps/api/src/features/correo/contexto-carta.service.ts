/** What binds the sealed text of a letter to its row. */
export const contextoCarta = (id: string): string => `carta de cuenta ${id}`
export const contextoCartaHtml = (id: string): string => `${contextoCarta(id)}|html`
