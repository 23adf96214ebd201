declare module "virtual:learn" {
  export const pages: { id: string; title: string; html: string }[];
}
