// The page with the stub as its server, and the browser, for all tests of a file.

import { after, before } from "node:test";
import { kServiceHeaders, serveSite, type Site } from "../site";
import { makeStub, type Stub, type StubOptions } from "../stub";
import { launch, quit } from "./page";

export interface Stubbed {
  url: string; // of the page
  stub: Stub;
}

// Filled in before the first test.
export function stubbed(options: StubOptions = {}): Stubbed {
  const served = {} as Stubbed;
  let site: Site;
  before(async () => {
    served.stub = await makeStub(".", options);
    site = await serveSite(".", served.stub.handler, kServiceHeaders);
    served.url = site.url;
    await launch();
  });
  after(async () => {
    await quit();
    await site.close();
  });
  return served;
}
